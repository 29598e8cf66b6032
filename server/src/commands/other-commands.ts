import type { Command } from 'commander';
import { backupCommand } from './backup.ts';
import { callerCommands } from './caller.ts';
import { checkCommand } from './check.ts';
import { confirmClockCommand } from './confirm-clock.ts';
import type { Context } from './context.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { importCommands } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { partnerCommands } from './partner.ts';
import { passwordCommands } from './password.ts';
import { restoreCommand } from './restore.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';
import { workerCommand } from './worker.ts';

/** Every command but `serve`, in the order in which the help names them. */
export function addOtherCommands(program: Command, context: Context): void {
  workerCommand(program, context);
  demoCommand(program, context);
  migrateCommand(program, context);
  callerCommands(program, context);
  passwordCommands(program, context);
  partnerCommands(program, context);
  tokenCommands(program, context);
  userCommands(program, context);
  importCommands(program, context);
  backupCommand(program, context);
  restoreCommand(program, context);
  moveCommand(program, context);
  doctorCommand(program, context);
  confirmClockCommand(program, context);
  checkCommand(program, context);
}
