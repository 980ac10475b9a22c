import { openApiDocument } from "@agent-operations/contract/openapi"
import { Console } from "effect"
import { Command } from "effect/cli"

export const openapi = Command.make("openapi", {}, () => Console.log(JSON.stringify(openApiDocument(), null, 2))).pipe(
  Command.withDescription("Print the OpenAPI 3.1.1 document")
)
