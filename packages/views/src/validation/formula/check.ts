import { type Environment, ParseError, type ParseResult, TypeError as TypeCheckError } from "@marcbachmann/cel-js"
import { fieldsOf, type RecordName } from "../fields.ts"
import type { CustomFieldNode, Finding, IssueCode } from "../model.ts"
import type { Aliases } from "../references.ts"
import { formulaRecords, type ValueType } from "../targets.ts"
import { positionsIn } from "../text.ts"
import type { Checked } from "../usage.ts"
import { environmentFor, maxDepth } from "./environment.ts"
import { type Access, walk } from "./walk.ts"

/**
 * How many map literals of a formula may have computed keys. Such a map can hold a map as its key, so each can double
 * the size of a type's name, and the checker's time and memory with it: 22 of them, in 517 characters, took 13 s and
 * 1 GB.
 */
const maxComputedMaps = 8

const path = "/source/expression"

/** Parses and type-checks a formula. It is never run. */
export const checkFormula = (
  expression: string,
  { target, valueType }: CustomFieldNode["settings"],
  aliases: Aliases
): Checked => {
  const positionAt = positionsIn(expression)
  const failed = (code: IssueCode, message: string, offset: number): Finding => ({
    severity: "error",
    code,
    message,
    path,
    position: positionAt(offset)
  })
  const stopped = (finding: Finding): Checked => ({ findings: [finding], usage: { names: new Set(), open: true } })

  const parsed = parse(environmentFor(target, aliases, []), expression)
  if ("message" in parsed) return stopped(failed("SYNTAX_ERROR", parsed.message, parsed.offset))
  const { accesses, computedMaps } = walk(parsed.ast)
  if (computedMaps > maxComputedMaps) {
    return stopped(failed("SYNTAX_ERROR", `More than ${maxComputedMaps} maps of the formula have computed keys.`, 0))
  }

  const custom = accesses.filter(({ variable }) => variable === "custom")
  const used = custom.flatMap(({ field }) => field ?? [])
  const unknownAliases = custom.flatMap(({ field, offset }) =>
    field === undefined || aliases.has(field)
      ? []
      : failed("UNKNOWN_ALIAS", `No reference has the alias ${field}.`, offset)
  )
  const unknownFields = accesses.flatMap((access) => {
    const message = unknownField(access, formulaRecords[target])
    return message === undefined ? [] : failed("UNKNOWN_FIELD", message, access.offset)
  })
  const typed =
    unknownFields.length > 0
      ? []
      : checkType(environmentFor(target, aliases, used), expression, valueType).map(({ code, message, offset }) =>
          failed(code, message, offset)
        )
  return {
    findings: [...unknownAliases, ...unknownFields, ...typed],
    usage: { names: new Set(used), open: custom.some(({ field }) => field === undefined) }
  }
}

interface Failure {
  readonly code: IssueCode
  readonly message: string
  readonly offset: number
}

const parse = (environment: Environment, expression: string): ParseResult | Failure => {
  try {
    return environment.parse(expression)
  } catch (error) {
    return syntaxFailure(error)
  }
}

const syntaxFailure = (error: unknown): Failure => {
  if (error instanceof RangeError) {
    return { code: "SYNTAX_ERROR", message: "The formula is nested too deeply.", offset: 0 }
  }
  if (!(error instanceof ParseError)) {
    return { code: "SYNTAX_ERROR", message: "The formula can't be read.", offset: 0 }
  }
  const tooDeep = error.summary.includes("maxDepth")
  const message = tooDeep ? `The formula is nested too deeply: more than ${maxDepth} levels.` : error.summary
  return { code: "SYNTAX_ERROR", message, offset: error.range?.start ?? 0 }
}

const checkType = (environment: Environment, expression: string, valueType: ValueType): ReadonlyArray<Failure> => {
  const { valid, type = "dyn", error } = environment.check(expression)
  if (!valid) return [error instanceof TypeCheckError ? typeFailure(error) : syntaxFailure(error)]
  if (fits(type, valueType)) return []
  return [{ code: "TYPE_ERROR", message: `The formula yields ${type}, not ${valueType}.`, offset: 0 }]
}

const typeFailure = (error: TypeCheckError): Failure => ({
  code: error.code === "no_such_key" || error.code === "unknown_variable" ? "UNKNOWN_FIELD" : "TYPE_ERROR",
  message: error.summary,
  offset: error.range?.start ?? 0
})

const unknownField = ({ variable, field }: Access, variables: ReadonlyArray<RecordName>): string | undefined => {
  // The checker knows the name, and what runs formulas does not.
  if (variable === "optional") return "Formulas have no optional values: a field that is missing is null."
  if (field === undefined || variable === "custom") return undefined
  const record = variables.find((name) => name === variable)
  return record === undefined || fieldsOf(record).has(field) ? undefined : `There is no field ${variable}.${field}.`
}

/** Whether a formula of a CEL type can be the value of a field. Anything can be JSON, and any value can be null. */
const fits = (type: string, valueType: ValueType): boolean =>
  valueType === "json" || type === "null" || type.startsWith("dyn") || celTypesOf[valueType].includes(type)

const celTypesOf: Readonly<Record<Exclude<ValueType, "json">, ReadonlyArray<string>>> = {
  string: ["string"],
  number: ["double", "int", "uint"],
  boolean: ["bool"],
  timestamp: ["google.protobuf.Timestamp"],
  duration: ["google.protobuf.Duration"]
}
