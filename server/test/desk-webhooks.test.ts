// What staff do at the desk reaches whoever sent the entry, with what the lookup answers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openSender } from '../src/delivery/send.ts';
import { signIn } from './desk.ts';
import { newEndpoint } from './outbox.ts';
import { openReceiver, type Received } from './receiver.ts';
import { onBothEngines, startService } from './service.ts';
import { lookUp, send, type Told } from './told.ts';
