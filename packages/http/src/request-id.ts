import { newTypeId } from "@agent-operations/database"

const wellFormed = /^[A-Za-z0-9._:+/=-]{1,128}$/

/** The caller's request ID, if it sent one that is safe to log and to send back, else a new one. */
export const requestId = (sent: ReadonlyArray<string>): string => {
  const [id, another] = sent
  return id !== undefined && another === undefined && wellFormed.test(id) ? id : newTypeId("req")
}
