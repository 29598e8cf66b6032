/** Yields an object as JSON, with a list as its last member, whose items are written as they come. */
export async function* jsonWith(head: object, name: string, items: AsyncIterable<object>) {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield ']}\n';
}
