/**
 * Writes docs/security-tenancy.md: at which places of inputs the tests send IDs of others, and what came of the statements
 * without their conditions. With `--check` it fails if what is committed is not that.
 */
import { contractOf } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { writeGenerated } from "../../tooling/readme/src/documents/writeGenerated.ts"
import { contract } from "./contract.ts"
import { callables } from "./declared.ts"
import { reasons } from "./explained.ts"
import figures from "./figures.json" with { type: "json" }

const operations = contract.operations.length
const ofHost = operations - contractOf(referenceFamilies).operations.length
const withIds = callables.filter(({ places }) => places.length > 0)
const count = withIds.reduce((sum, { places }) => sum + places.length, 0)

const rows = withIds.map(({ id, places }) => `| \`${id}\` | ${places.map((place) => `\`${place}\``).join(", ")} |`)

const explained = Object.entries(reasons).map(([why, at]) => `| ${why} | ${at.length} |`)

writeGenerated(
  "docs/security-tenancy.md",
  `# Tenants under test

[tests/tenancy](../tests/tenancy) fills a project by ${operations} operations, ${ofHost} of them a host's own, and ${callables.length - operations} routes. Then it surrounds
it by copies: of another project, of another organization, and of another organization in a project of the same ID, with every
ID another. Law: A3.

## IDs of others

At each place of an input that takes an ID, IDs of others are sent. The answer has to be that for an ID that never existed,
letter by letter but for the request ID, and nothing may be read, counted, written or deleted. The places are those of the
contract's own document: ${count} in ${withIds.length} of them. A star is any member of a list or a record. Names, keys, values of
filters and cursors of others are sent too, wherever a call of the test has one.

| operation | places |
|---|---|
${rows.join("\n")}

## Statements without their conditions

Each condition on a tenant or a project is taken out of each statement that those calls issue, one at a time. A call has to
come to something else then, or it is explained why none does. On ${figures.on}, of ${figures.statements} statements with ${figures.conditions} conditions, ${figures.shown} show and
${figures.explained} are explained. The short run takes a tenth of the statements, by a seed that it prints.

| why no call shows it | places |
|---|---|
${explained.join("\n")}
`
)
