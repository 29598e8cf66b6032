import type { ApplicationBody } from '../contract/application.ts';
import type { CommercialBody } from '../contract/commercial.ts';
import type { OrientationBody } from '../contract/orientation.ts';
import type { SurveyBody } from '../contract/survey.ts';
import type { Sent } from './leads.ts';
import type { StaffWork } from './staff-work.ts';

/** Something sent to a residence, and what staff have done about it. */
export type DemoEntry = { readonly receivedAt: Date; readonly work: StaffWork } & (
  | {
      readonly kind: 'commercial';
      readonly establishmentId: number;
      /** Sent by the website; otherwise created by staff. */
      readonly online: boolean;
      readonly body: Sent<CommercialBody>;
    }
  | { readonly kind: 'orientation'; readonly body: OrientationBody; readonly end: End | undefined }
  | { readonly kind: 'survey'; readonly establishmentId: number; readonly body: Sent<SurveyBody> }
  | { readonly kind: 'application'; readonly establishmentId: number; readonly body: ApplicationBody }
);

/** The partner closes its request. */
export interface End {
  readonly at: Date;
  readonly reason: string;
  /** Whether staff have seen it. */
  readonly seen: boolean;
}
