// A unique customId for each request: look-ups use it, and webhooks contain it.
document.querySelector('[name=customId]').value = `site-${crypto.randomUUID()}`;
