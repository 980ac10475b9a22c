import type { Family } from "@agent-operations/contract"
import { kebabCase } from "../input/fields.ts"

/** A SKILL.md for coding agents, of the families that are served. */
export const skillText = (families: ReadonlyArray<Family.Any>): string => {
  const rows = families.map(
    ({ name, title, operations }) =>
      `- \`${kebabCase(name)}\` (${title}): ${Object.keys(operations).map(kebabCase).join(", ")}`
  )
  return `---
name: agent-operations
description: Reads and changes shared, revision-controlled definitions by the command line agent-operations.
---

# Agent Operations

\`agent-operations FAMILY COMMAND\`. \`--help\` of each has its flags and an example. Results are JSON on standard output.

${rows.join("\n")}

## Read

\`agent-operations FAMILY list --search "name" --json id,name,revision\`, then \`agent-operations FAMILY get ID\`.
A list goes on with \`--cursor\` where the error output says that there are more.

## Change

1. Read the definition and note its \`revision\`.
2. \`agent-operations FAMILY update ID --expected-revision REVISION …\` with the members to change alone.
3. What deletes needs \`--yes\`. Ask a person first.

## A conflict

It ends with 5 and the code \`CONFLICT\`: somebody changed the definition since it was read. Read it again, put your change on
top of theirs, and update at the new revision. Never repeat the old input with a new revision: it would undo their change.

## Other ends

2: the call was wrong, and nothing was sent. 3: the credential or its scopes. 7: wait as the error says. 9: nobody knows
whether it was done; read before you try again. 10: some of several failed; what did is in the error output.
`
}
