import { createHash } from "node:crypto"
import type { Site } from "../site.ts"

/** A skill for coding agents: how to read, to change, and to settle a conflict. */
export interface Skill {
  readonly name: string
  readonly description: string
  /** Its SKILL.md. */
  readonly text: string
}

/** What is at `skillsIndexPath`, version 0.2.0: each skill with the digest of its text. */
export const skillIndex = (skills: ReadonlyArray<Skill>, prefix: string): object => ({
  $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  skills: skills.map(({ name, description, text }) => ({
    name,
    type: "skill-md",
    description,
    url: `${prefix}${skillPath(name)}`,
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`
  }))
})

/** What the skill of a product is called. */
export const skillNameOf = (product: string): string =>
  product
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

export const skillsIndexPath = "/.well-known/agent-skills/index.json"

export const skillPath = (name: string): string => `/.well-known/agent-skills/${name}/SKILL.md`

/** The skill of the operations over HTTP. */
export const httpSkill = ({ name, prefix, root, pages }: Site): Skill => {
  const has = (id: string) => pages.has(`operations/${id}`)
  const read = has("get_page_view") ? "get_page_view" : "the operation that reads it"
  const update = has("update_page_view") ? "update_page_view" : "the operation that updates it"
  const description = `Reads and changes what ${name} keeps, by its operations over HTTP, without overwriting what others changed.`
  const skill = skillNameOf(name)
  return {
    name: skill,
    description,
    text: `---
name: ${skill}
description: ${JSON.stringify(description)}
---

# ${name}

Each operation is \`POST ${prefix}/api/agent/{operation}\` with a JSON object. Send \`authorization: Bearer <credential>\` and
\`x-project-id: <project>\`. The answer is \`{"data": …}\` or \`{"error": {"code", "message", "hint"}}\`: do what the hint says.

## Change something

1. Read it with \`${read}\`: keep its \`revision\`.
2. Send the change with \`${update}\`, with \`expectedRevision\` as the revision that you read.
3. On \`CONFLICT\`, somebody changed it since: read it again, make the change on what is there now, and send it with the new
   revision. Never send what you read before.

## Find out more

- \`${root}/operations.md\` lists the operations, and \`${root}/operations/{operation}.md\` has the input, an example and the errors of one.
- \`${root}/errors.md\` lists the errors.
- \`${root}/search?q=…\` with \`accept: text/markdown\` finds pages.
`
  }
}
