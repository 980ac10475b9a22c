import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { type Operation, operationsOf, viewFamilies } from "@agent-operations/contract"
import type { ClientServer } from "../client/server.ts"
import { run } from "../hosts.ts"
import { twoAtATime } from "../two-at-a-time.ts"

type Input = Readonly<Record<string, unknown>>

interface Envelope {
  readonly data?: object
  readonly error?: object
}

const operations = operationsOf(viewFamilies).filter(({ surfaces }) => surfaces.includes("mcp"))

/** The input of an operation's example, which names definitions that are not there, but for references to others. */
const inputOf = ({ example }: Operation.Any): Input => {
  const input = example.input as Input
  return { ...input, ...("references" in input && { references: {} }) }
}

/** Runs the inspector for one request, in a project of its own. */
const inspect = ({ directory, modules, origin }: ClientServer, ...method: ReadonlyArray<string>) => {
  const headers = ["Authorization: Bearer any", "x-project-id: by-mcp"].flatMap((header) => ["--header", header])
  const server = [`${origin}/ops/api/mcp`, "--transport", "http", ...headers]
  const program = join(modules, ".bin", "mcp-inspector")
  // It keeps a catalog of servers in the user's directory.
  return run(directory, [process.execPath, program, "--cli", ...server, "--method", ...method], { HOME: directory })
}

const byRest = async ({ origin }: ClientServer, id: string, input: Input): Promise<Envelope> => {
  const headers = { authorization: "Bearer any", "x-project-id": "by-rest", "content-type": "application/json" }
  const body = JSON.stringify(input)
  return (await fetch(`${origin}/ops/api/agent/${id}`, { method: "POST", headers, body })).json()
}

/** What is wrong with the list of tools; the inspector warns of schemas that some providers of models refuse. */
const listComplaint = async (server: ClientServer): Promise<string | undefined> => {
  const { status, stdout, output } = await inspect(server, "tools/list", "--strict")
  if (status !== 0 || /\b(?:Error|Warning): tool/.test(output)) return output
  const listed = (JSON.parse(stdout).tools as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
  const missing = operations.filter(({ id }) => !listed.includes(id)).map(({ id }) => id)
  return missing.length > 0 ? `There is no tool for ${missing.join(", ")}` : undefined
}

/** What is wrong with how a tool answers: REST says what is right, with the same input in another project. */
const callComplaint = async (server: ClientServer, operation: Operation.Any): Promise<string | undefined> => {
  const input = inputOf(operation)
  const values = Object.entries(input).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`
  ])
  const { stdout, output } = await inspect(server, "tools/call", "--tool-name", operation.id, ...values)
  const { structuredContent, isError = false } = JSON.parse(stdout || "{}")
  const { data, error } = await byRest(server, operation.id, input)
  const isRight = error
    ? isError && isDeepStrictEqual(structuredContent, { error })
    : !isError && isDeepStrictEqual(Object.keys(structuredContent), Object.keys(data ?? {}))
  return isRight ? undefined : `${operation.id}, by REST ${JSON.stringify({ data, error })}\n${output}`
}

/** Has MCP's inspector list the tools and call every one; undefined where each is answered as it is by REST. */
export const inspectorComplaint = async (server: ClientServer): Promise<string | undefined> => {
  const complaints = [
    await listComplaint(server),
    ...(await twoAtATime(operations, (operation) => callComplaint(server, operation)))
  ].filter((complaint) => complaint !== undefined)
  return complaints.length > 0 ? complaints.join("\n") : undefined
}
