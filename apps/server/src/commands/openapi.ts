import { openApiDocument } from "@agent-operations/contract/openapi"
import { contract } from "../services.ts"
import { Console } from "effect"
import { Command } from "effect/cli"

export const openapi = Command.make("openapi", {}, () =>
  Console.log(JSON.stringify(openApiDocument(contract.families), null, 2))
).pipe(Command.withDescription("Print the OpenAPI 3.1.1 document"))
