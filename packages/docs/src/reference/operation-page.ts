import { errorsOf, type Family, type Operation, operationsOf } from "@agent-operations/contract"
import { catalogue } from "@agent-operations/error-envelope"
import { lazyPage, type Page } from "../page.ts"
import { exampleCalls, type OperationSetting } from "./example-calls.ts"
import { blocks, code, jsonBlock, table } from "./markdown.ts"
import { membersOf } from "./members.ts"
import { documentOfSchema } from "./schema.ts"

const effects = {
  read: "Reads.",
  write: "Writes.",
  destructive: "Deletes or overwrites."
} as const satisfies Record<Operation.Any["effect"], string>

const retries = {
  expectedRevision:
    "It can't happen twice. After a lost answer, read first: a repeated call may get `CONFLICT` for your own write.",
  requestKey: "Safe: with the same `requestKey`, a repeated call returns the first result."
} as const satisfies Record<NonNullable<Operation.Any["idempotency"]>, string>

const retryOf = ({ effect, idempotency }: Operation.Any): string =>
  idempotency !== undefined
    ? retries[idempotency]
    : effect === "read"
      ? "Safe."
      : "After a lost answer, read the state before you call it again."

const facts = (operation: Operation.Any, { prefix, root }: OperationSetting) => {
  const { id, scopes, effect, paging, callers } = operation
  return table(
    ["", ""],
    [
      ["Request", code(`POST ${prefix}/api/agent/${id}`)],
      ["Scopes", scopes.map((scope) => `[${code(scope)}](${root}/scopes/${scope})`).join(", ") || "none"],
      ["Effect", effects[effect]],
      ["Retry", retryOf(operation)],
      ...(callers === "people" ? [["Callers", "People only: an API key gets `HUMAN_REQUIRED`."]] : []),
      ...(paging === undefined ? [] : [["Pages", `Continues with ${code(paging)}, until there are no more.`]])
    ]
  )
}

const deprecationOf = ({ deprecated }: Operation.Any, root: string): string => {
  if (deprecated === undefined) return ""
  const { since, sunset, use } = deprecated
  const instead = use === undefined ? "" : ` Use [${code(use)}](${root}/operations/${use}) instead.`
  return `> Deprecated since ${since}, and gone after ${sunset}.${instead}`
}

/** The members of a schema, or what there is to say where it has none. */
const described = (schema: Operation.Any["input"], side: "input" | "result", otherwise: string): string =>
  membersOf(documentOfSchema(schema), side) || otherwise

/** The page of an operation, from its declaration alone. Law: C1. */
export const operationPage = (
  family: Family.Any,
  method: string,
  operation: Operation.Any,
  setting: OperationSetting
): Page => {
  const { id, summary, description } = operation
  const methods = operationsOf([family])
  const next = methods[methods.indexOf(operation) + 1]
  return lazyPage(
    {
      path: `operations/${id}`,
      title: summary,
      label: id,
      summary: description.split(/(?<=\.) /)[0]!,
      part: "Reference",
      group: family.title,
      next: next === undefined ? "operations" : `operations/${next.id}`
    },
    () =>
      blocks(
        `# ${summary}`,
        deprecationOf(operation, setting.root),
        description,
        facts(operation, setting),
        "## Example",
        exampleCalls(family, method, operation, setting),
        "It returns:",
        jsonBlock({ data: operation.example.result }),
        "## Input",
        described(operation.input, "input", "An empty object."),
        "## Result",
        "The members of `data`:",
        described(operation.result, "result", "As in the example."),
        "## Errors",
        table(
          ["Code", "Status", "What to do next"],
          errorsOf(operation).map((one) => [
            `[${code(one)}](${setting.root}/errors/${one})`,
            String(catalogue[one].status),
            operation.hints[one] ?? catalogue[one].hint
          ])
        )
      )
  )
}
