import type { Operation } from "@agent-operations/contract"
import type { Code } from "@agent-operations/error-envelope"

/** Who calls. A key reaches every project of its organization. */
export const callers = ["owner", "without a scope", "of another organization", "revoked", "malformed", "none"] as const
export type Caller = (typeof callers)[number]

/** How the request names the project. */
export const namings = ["header", "query", "both agreeing", "both differing", "neither"] as const
export type Naming = (typeof namings)[number]

/** Which project of the caller's organization is named. */
export const projects = ["the resource's", "another of the organization"] as const

/** What the request asks for. */
export const resources = ["own", "of another organization", "missing"] as const

export interface Cell {
  readonly operation: Operation.Any
  readonly caller: Caller
  readonly naming: Naming
  readonly project: (typeof projects)[number]
  /** Undefined for an operation on no resource. */
  readonly resource: (typeof resources)[number] | undefined
}

interface Rule {
  readonly code: Code
  readonly when: (cell: Cell) => boolean
}

/** What a request is refused with, the first that applies. Laws: A1, A2, A3. Source: the wire's order of checks. */
const rules: ReadonlyArray<Rule> = [
  { code: "UNAUTHENTICATED", when: ({ caller }) => ["revoked", "malformed", "none"].includes(caller) },
  { code: "VALIDATION_ERROR", when: ({ naming }) => naming === "both differing" || naming === "neither" },
  { code: "PROJECT_ACCESS_DENIED", when: ({ caller }) => caller === "of another organization" },
  { code: "MISSING_SCOPE", when: ({ caller }) => caller === "without a scope" },
  {
    code: "NOT_FOUND",
    when: ({ resource, project }) =>
      resource !== undefined && (resource !== "own" || project === "another of the organization")
  }
]

/** What a request has to be answered: a code, or success. */
export const expected = (cell: Cell): Code | "success" => rules.find(({ when }) => when(cell))?.code ?? "success"

/** Every cell of the matrix, from the operations of the contract. */
export const cellsOf = (operation: Operation.Any): ReadonlyArray<Cell> => {
  const onResource = "id" in (operation.example.input as object)
  return callers.flatMap((caller) =>
    namings.flatMap((naming) =>
      projects.flatMap((project) =>
        (onResource ? resources : [undefined]).map((resource) => ({ operation, caller, naming, project, resource }))
      )
    )
  )
}
