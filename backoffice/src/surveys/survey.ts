/** The kinds of surveys, as the counts name them. */
export type SurveyName = 'contact' | 'complaint' | 'survey';
