import { expect } from "../../../Broken.ts"
import type { Validation } from "./validating.ts"

type Issue = Validation["issues"][number]
type IssueCode = Issue["code"]

/** A definition at a revision. */
export interface At {
  readonly kind: string
  readonly id: string
  readonly revision: number
}

/** A mistake that has to be told. */
export interface Mistake {
  /** What is wrong, for who reads that it was not told. */
  readonly what: string
  /** Its code; several, where nothing says which of them it has. */
  readonly codes: ReadonlyArray<IssueCode>
  /** The paths of what is wrong: that of the member, and those of what may be meant by it. */
  readonly paths: ReadonlyArray<string>
  /** The definition that has it, where that is not the page view. */
  readonly of?: At | undefined
  /** The text at the first of the paths, and the part of it that is wrong; the whole, where nothing says which. */
  readonly text?: { readonly whole: string; readonly wrong?: string | undefined } | undefined
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, 600)

/** The offset of a position in a text; undefined where it has no such line or column. */
const offsetOf = (text: string, { line, column }: { readonly line: number; readonly column: number }) => {
  const lines = text.split("\n")
  const found = lines[line - 1]
  if (found === undefined || column > found.replace(/\r$/, "").length + 1) return undefined
  return lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1
}

/** Whether a position is on what is wrong, or just behind it; between its words there is nothing to point at. */
const isOn = (offset: number, whole: string, wrong: string) => {
  const start = whole.indexOf(wrong)
  const end = start + wrong.length
  return offset === end || (offset >= start && offset < end && !/\s/.test(whole[offset]!))
}

/** Holds a validation to what every one is, whatever it found. */
export const expectWellFormed = ({ valid, issues }: Validation): void => {
  const isWrong = issues.some(({ severity }) => severity === "error")
  expect("V2", valid === !isWrong, `valid is ${valid} with ${shown(issues)}`)
  for (const issue of issues) {
    const { path, position } = issue
    expect("V2", /^(\/([^~]|~[01])*)?$/su.test(path), `the path of an issue is no JSON Pointer: ${shown(issue)}`)
    const isFromOne = position === undefined || (position.line >= 1 && position.column >= 1)
    expect("V5", isFromOne, `a line or column does not count from 1: ${shown(issue)}`)
  }
}

/** Holds what was told of one mistake to be an error, or to be the one warning that there is. */
export const expectSeverity = (told: ReadonlyArray<Issue>): void => {
  const isRight = told.some(({ code, severity }) => severity === (code === "UNUSED_REFERENCE" ? "warning" : "error"))
  expect("V2", isRight, `the severity of a mistake is another one: ${shown(told)}`)
}

const isOf = ({ definition }: Issue, at: At | undefined, root: At | undefined) => {
  const wanted = at ?? root
  if (definition === undefined) return at === undefined
  const { kind, id, revision } = definition
  return wanted !== undefined && kind === wanted.kind && id === wanted.id && revision === wanted.revision
}

const expectPosition = (issues: ReadonlyArray<Issue>, { what, text, paths: [path] }: Mistake) => {
  if (text === undefined) return
  const offsets = issues.flatMap(({ position }) => position ?? []).map((position) => offsetOf(text.whole, position))
  const seen = `${what}, ${shown(issues)}`
  expect("V5", !offsets.includes(undefined), `a position is outside the text at ${path}: ${seen}`)
  const { whole, wrong } = text
  // Whoever tells no position, tells no wrong one.
  const isRight = wrong === undefined || offsets.length === 0 || offsets.some((offset) => isOn(offset!, whole, wrong))
  expect("V5", isRight, `no position is on what is wrong: ${seen}`)
}

/** Holds a validation to have told of some mistakes; of those of a page view that is saved, `root` says which it is. */
export const expectTold = ({ issues }: Validation, mistakes: ReadonlyArray<Mistake>, root?: At): void => {
  for (const mistake of mistakes) {
    const { what, codes, paths, of } = mistake
    const told = issues.filter(
      (issue) => codes.includes(issue.code) && isOf(issue, of, root) && paths.includes(issue.path)
    )
    const wanted = `${codes.join(" or ")} at ${paths[0]}${of === undefined ? "" : ` of ${of.kind} ${of.id} at ${of.revision}`}`
    const near = issues.filter((issue) => codes.includes(issue.code) || isOf(issue, of, root))
    expect("V2", told.length > 0, `${what}: ${wanted} was not told, but ${shown(near)}`)
    expectSeverity(told)
    expectPosition(told, mistake)
  }
}

/** Holds a validation to have told of no mistake in some definitions, or in the page view, that are right. */
export const expectRight = (
  { issues }: Validation,
  right: ReadonlyArray<{ readonly what: string; readonly of: At }>
): void => {
  for (const { what, of } of right) {
    const told = issues.filter((issue) => issue.severity === "error" && isOf(issue, of, undefined))
    expect("V2", told.length === 0, `${what} is right, and was told to be wrong: ${shown(told)}`)
  }
}
