import { ValidationError } from "@agent-operations/error-envelope"

/** That a header is not as it has to be; its path is `/content-type`. */
export const refusedHeader = (path: string, message: string) =>
  new ValidationError({ message, details: { issues: [{ path, message }] } })
