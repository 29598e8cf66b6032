import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { recordAudit } from '../access/audit.ts';
import { isWithin } from '../access/roles.ts';
import {
  confidentialDetails,
  type EstablishmentDetail,
  establishmentDetails,
} from '../contract/establishment.ts';
import { longestName, longestText } from '../contract/fields.ts';
import type { Transaction } from '../database/port.ts';
import { rawStatement, statement } from '../database/statement.ts';
import type { App } from '../http/app-type.ts';
import { auditBy, reachFor } from '../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../http/desk-answers.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskResidencesDeps } from './desk.ts';
import {
  type Details,
  findGroup,
  findResidence,
  findResidenceToChange,
  largestId,
  listResidences,
  type Residence,
} from './desk-queries.ts';
import { notThere, requireEverywhere, requireReach } from './desk-reach.ts';
import { identifierRules } from './identifiers.ts';
