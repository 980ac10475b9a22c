import type { Operation } from "@agent-operations/contract"
import type { Context } from "../check.ts"
import type { Answer, Definition } from "../client.ts"
import type { Probe } from "../document/probes.ts"
import { isObject, type JsonObject } from "../json.ts"
import type { Served, ServedKind } from "../served.ts"
import { referenceTo, withDefinitions } from "./fixtures.ts"

/** What the inputs of an operation are about, so that those that are right are carried out and not looked for in vain. */
export interface Subject {
  /** The input of a probe, with what there is in place of each ID, revision and reference that it is not about. */
  readonly ready: (probe: Probe) => unknown
  /** Takes in what came of an input. */
  readonly note: (answer: Answer) => void
  /** Whether each input depends on what came of the one before. */
  readonly isInTurn: boolean
}

const nothing: Subject = { ready: ({ input }) => input, note: () => {}, isInTurn: false }

const isMade = ({ has }: ServedKind) => has("create") && has("get") && has("delete")

/** The references of an input, each to what there is; the same ones where a probe is about one of them, or they are none. */
const referring = ({ pointer, input }: Probe, used: ServedKind | undefined, id: string): JsonObject => {
  const { references } = input as JsonObject
  if (!isObject(references) || pointer.startsWith("/references/")) return {}
  if (used === undefined) return pointer === "/references" ? {} : { references: {} }
  const entries = Object.keys(references).map((alias) => [alias, referenceTo(used, id)] as const)
  return { references: Object.fromEntries(entries) }
}

/** Runs something over what the inputs of an operation can be about, which is deleted in the end. */
export const withSubject = async (
  { client, quick, word }: Pick<Context, "client" | "quick" | "word">,
  operation: Operation.Any,
  served: Served,
  use: (subject: Subject) => Promise<unknown>
): Promise<void> => {
  const { kind, verb } = served.aboutOf(operation) ?? {}
  // What is deleted is there no more, what is there cannot be recovered, and what is no verb may do anything. A quick run
  // sends few of the inputs.
  const isOther = verb === "delete" || verb === "recover" || (verb === undefined && operation.effect !== "read")
  if (quick || kind === undefined || isOther || !isMade(kind)) {
    await use(nothing)
    return
  }
  const used = served.kinds.find((one) => kind.mayReference.includes(one.name) && isMade(one))
  const { accepts } = served.declared(operation).input!
  await withDefinitions(client, used ?? kind, [word()], ([target]) =>
    withDefinitions(client, kind, [word()], async ([made]) => {
      let { revision } = made!
      const ready = (probe: Probe): unknown => {
        const { pointer, input } = probe
        if (!isObject(input) || (pointer === "/references" && !accepts(input))) return input
        const there = { id: made!.id, revision: 1, expectedRevision: revision }
        const named = Object.entries(there).filter(([name]) => name in input && pointer !== `/${name}`)
        return { ...input, ...Object.fromEntries(named), ...referring(probe, used, target!.id) }
      }
      const note = ({ data, error }: Answer) => {
        const { currentRevision } = (error?.details ?? {}) as { readonly currentRevision?: number }
        revision = (data as Definition | undefined)?.revision ?? currentRevision ?? revision
      }
      const isInTurn = verb === "update" || verb === "restore"
      await use({ ready, note: isInTurn ? note : () => {}, isInTurn })
    })
  )
}
