/**
 * How commands end, beside what the exit codes mean everywhere: what their help and the README print. A test brings each
 * about, so that a line without a case does not compile.
 */
export const endings = {
  "FAMILY COMMAND": [
    [0, "the answer to a write was lost, and reading shows that it was done"],
    [8, "the answer to a write was lost, and reading shows that nothing was done"],
    [9, "the answer to a write was lost, and it may still be done"],
    [2, "a coding agent deletes without `--yes`"]
  ],
  "traces get": [[6, "the trace is larger than an answer may be; the hint has the commands that read it in pages"]],
  "traces watch": [
    [0, "you press Ctrl-C, or `--limit` is reached"],
    [3, "asking again is in vain, such as without a valid credential"]
  ],
  "evaluations run": [
    [10, "the run failed, such as by `--stop-after`"],
    [10, "the run was cancelled"],
    [10, "by `--fail-on worse`, a scorer is worse than the base"],
    [10, "by `--fail-on worse`, nothing can be compared with the base"],
    [10, "by `--fail-on failed`, a target failed"],
    [130, "you press Ctrl-C, which does not end the run"]
  ],
  plan: [
    [5, "a definition was changed on both sides"],
    [6, "a draft is invalid"]
  ],
  push: [
    [2, "there is a mistake in the folder or in the lock file"],
    [5, "all that was left to push was changed in the project too"],
    [10, "some definitions were pushed and others not; the error names them"],
    [130, "you press Ctrl-C; the write in progress is completed"]
  ],
  pull: [[5, "changes clash, and are marked in the files"]],
  diff: [[4, "there is no revision before"]],
  edit: [
    [2, "the editor failed, or you gave up a text that the schema rejects"],
    [5, "you gave up a text that conflicts with another definition"],
    [6, "you gave up a text that the server rejects"]
  ],
  export: [
    [1, "the file can't be written"],
    [8, "the server was lost; whole lines are kept"],
    [130, "you press Ctrl-C; whole lines are kept"]
  ],
  import: [
    [6, "the files have mistakes, also with `--dry-run`"],
    [9, "the answer was lost three times; repeat the command with `--key`"]
  ],
  login: [
    [2, "nobody is there to sign in"],
    [3, "it was not allowed in the browser, or the server has no sign-in"],
    [8, "the server does not say how to sign in"]
  ],
  logout: [[0, "the server can't be reached; the tokens are removed here"]],
  mcp: [[0, "standard input ends; what was asked before that is answered"]]
} as const satisfies Readonly<Record<string, ReadonlyArray<readonly [exit: number, when: string]>>>

/** How a command ends, in a sentence for its help: nothing where it ends as any other does. */
export const endingsText = (command: string): string => {
  const [, rows = []] = Object.entries(endings).find(([name]) => name.split(" ").at(-1) === command) ?? []
  const texts = rows.map(([exit, when]) => `with ${exit} if ${when.replaceAll("`", "")}`)
  return texts.length === 0 ? "" : ` Exits ${texts.join("; ")}.`
}
