-- The lists of deliveries of an endpoint. Without the state, what is delivered changes one page less.
drop index outbox_endpoint;
create index outbox_endpoint on outbox (endpoint_id, id);
