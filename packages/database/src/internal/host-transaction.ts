import { Context } from "effect"
import type { PgConnection } from "./pg/PgConnection.ts"

/** The connection on which the host has a transaction open, where the next one is to be a part of it. */
export const HostTransaction = Context.Reference<PgConnection | undefined>(
  "@agent-operations/database/HostTransaction",
  { defaultValue: () => undefined }
)
