import { curl } from './curl.ts';
import {
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  resolved,
} from './document.ts';
import { answerFields, bodyFields, parameterList } from './fields.ts';
import { type Html, html } from './html.ts';
import { anchor, headings, inline, markdown } from './markdown.ts';

interface Route {
  readonly method: Method;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Renders the document as an HTML page with a link to its style sheet, without scripts or third-party resources. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags } = document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Route => ({ method: method as Method, path, operation })),
  );
  const parts = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: API reference</title>
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Contents">
<p><strong>${info.title}</strong> <span class="quiet">${info.version}</span></p>
<ul>${headings(info.description).map((title) => html`<li><a href="#${anchor(title)}">${title}</a></li>`)}</ul>
${parts.map(
  (part) => html`<p class="quiet">${part.name}</p>
<ul>${part.operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>\n`,
)}
<p><a href="openapi.json">openapi.json</a></p>
</nav>
<main id="content">
<h1>API reference</h1>
${markdown(info.description)}
${parts.map(
  (part) => html`<h2 id="${anchor(part.name)}">${part.name}</h2>
<p>${part.description}</p>
${part.operations.map((shown) => route(shown, document))}`,
)}
</main>
</body>
</html>
`.text;
}

function route({ method, path, operation }: Route, document: OpenApiDocument): Html {
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, components.parameters));
  const security = operation.security ?? document.security;
  const body = operation.requestBody?.content['application/json'];
  const bodyExample = body?.examples.example?.value;
  const answer = resolved(operation.responses['200'] ?? { $ref: '' }, components.responses).content[
    'application/json'
  ];
  const fields = answerFields(answer.schema, components);
  const request = curl({
    method,
    url: exampleUrl(document.servers[0]?.url ?? '', path, parameters),
    credential: security.some((one) => 'bearer' in one) ? 'token' : 'password',
    ...(body !== undefined && { body: bodyExample }),
  });
  return html`<section aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}">${operation.summary}</h3>
<p><strong>${method.toUpperCase()}</strong> <code>${path}</code></p>
<p>${inline(operation.description)}</p>
<p class="quiet">${access(security)}</p>
${parameters.length === 0 ? undefined : html`<h4>Parameters</h4>\n${parameterList(parameters, components)}`}
${body === undefined ? undefined : html`<h4>Body</h4>\n${bodyFields(body.schema, components)}`}
<h4>Example</h4>
${code(request, `Request: ${operation.summary}`)}
${code(JSON.stringify(answer.examples.example?.value, null, 2), `Answer: ${operation.summary}`)}
${fields.length === 0 ? undefined : html`<h4>Answer</h4>\n${fields}`}
<h4>Errors</h4>
<dl>${Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => {
      const { description } = resolved(response, components.responses);
      return html`<div><dt>${status}</dt><dd>${inline(description)}</dd></div>\n`;
    })}</dl>
</section>
`;
}

function access(security: OpenApiDocument['security']): Html {
  if (security.some((one) => 'bearer' in one)) {
    return html`Requires the partner’s token: <code>Authorization: Bearer</code>.`;
  }
  if (security.some((one) => Object.keys(one).length === 0)) {
    return html`The <code>password</code> is optional here; without it, bank details are left out.`;
  }
  return html`Requires a <code>password</code> in the query.`;
}

/** A scrollable box of code, focusable so that it can be scrolled by keyboard. */
function code(text: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

function exampleUrl(base: string, path: string, parameters: readonly Parameter[]): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  return `${base}${filled}${query === '' ? '' : `?${query}`}`;
}
