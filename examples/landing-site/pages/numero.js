// A number of its own for each request: what becomes of it is found by it, and webhooks name it.
document.querySelector('[name=customId]').value = `site-${crypto.randomUUID()}`;
