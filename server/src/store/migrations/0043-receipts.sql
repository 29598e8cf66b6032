-- Receipts, which go by themselves to the one address of what a caller has sent.
-- Whether the password asks for a receipt of what comes with it.
alter table passwords add column receipts $flag not null default 0;
-- Whether a receipt is to be written, as the entry came with such a password. It is unset when that is written, or not.
alter table notifications add column receipt $flag not null default 0;
create index notifications_receipts on notifications (id) where receipt = 1;
-- Whether the message offers to be written to no more.
alter table mails add column unsubscribe $flag not null default 0;
create index mails_receipts on mails (created_at) where use = 'receipt';
insert into templates (use, channel, about, name, subject, text, active) values
('receipt', 'email', 'family', 'Accusé de réception : demande', 'Votre demande pour {résidence}', 'Madame, Monsieur,

Nous avons bien reçu votre demande, et nous vous remercions de votre confiance.

Une personne de la résidence vous répondra {délai}. Si votre situation est urgente, appelez-nous au {téléphone} : nous prendrons le temps d’en parler avec vous.

{résidence}', 0),
('receipt', 'email', 'complaint', 'Accusé de réception : réclamation', 'Votre réclamation', 'Madame, Monsieur,

Nous avons bien reçu votre réclamation, sous le n° {référence}, et nous vous remercions de nous avoir dit ce qui n’allait pas.

Nous allons l’examiner avec attention, et nous vous répondrons {délai}. D’ici là, vous pouvez nous joindre au {téléphone}.

{résidence}', 0),
('receipt', 'email', 'application', 'Accusé de réception : candidature', 'Votre candidature', 'Madame, Monsieur,

Nous avons bien reçu votre candidature, et nous vous remercions de l’intérêt que vous portez à notre résidence.

Nous la lirons avec attention, et nous reviendrons vers vous. D’ici là, vous pouvez nous joindre au {téléphone}.

{résidence}', 0);
