const email = 'admin@example.org';
const password = 'une phrase que personne ne devine';
/** The setting `FIRST_ADMIN` that {@link signIn} needs. */
export const firstAdmin = `${email}:${password}`;

/** Queries of `GET /desk/entries` for the lists of staff. */
export const lists = [
  '',
  '&status=new',
  '&stage=Visite',
  '&stage=Parti',
  '&stage=none',
  '&stage=none&order=asc',
  '&resultat=none',
  '&motif=none&stage=Admission%20r%C3%A9alis%C3%A9',
  '&resultat=commercial.resultat.nosuite',
  '&motif=commercial.motif.financier&type=commercial.type.visite',
  '&type=commercial.type.visite',
  '&type=commercial.type.visite&sejourType=commercial.sejourType.temporaire',
  '&sejourType=commercial.sejourType.temporaire',
  '&establishmentId=5',
  '&establishmentId=5&type=commercial.type.visite&sejourType=commercial.sejourType.temporaire',
  '&from=2019-01-01&to=2019-12-31',
  '&from=2019-01-01&to=2019-12-31&type=commercial.type.visite',
  '&from=2020-05-05&to=2020-05-05',
  '&to=2018-12-31',
  '&sort=contactDate',
  '&sort=contactDate&from=2019-01-01&to=2019-12-31&establishmentId=5',
  '&followUp=to-call&order=asc',
  '&followUp=unplanned&sort=contactDate&order=asc',
  '&followUp=planned&sort=nextAction&order=asc',
  '&block=late&sort=nextAction&order=asc',
  '&planned=visit',
  '&open=true&stage=Visite',
  '&q=simone',
  '&q=simone&order=asc',
  '&q=simone&sort=contactDate',
  '&q=simone%20mar',
  '&q=marber',
  '&q=mar&sort=contactDate',
  '&q=02%2061%2091%2012%2034',
  '&q=stored-4711',
].map((filters) => `/desk/entries?kind=commercial${filters}`);

/** Signs in the first administrator. Returns the headers for their requests. */
export async function signIn(url: string) {
  const response = await fetch(`${url}/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { origin: url, cookie, 'x-csrf-token': csrfToken };
}
