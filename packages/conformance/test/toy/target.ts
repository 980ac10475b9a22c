import type { Target } from "../../src/index.ts"
import type { Project, World } from "./parts.ts"

/** The scopes of a toy's keys. */
interface Scopes {
  readonly all: ReadonlyArray<string>
  readonly read: ReadonlyArray<string>
}

/** A target whose server is in memory: an organization with two projects and two keys, and a stranger with their own. */
export const targetOf = (
  scopes: Scopes,
  newKey: () => string,
  handlerOf: (world: World) => NonNullable<Target["fetch"]>
): Target => {
  const project = (id: string, organization: string): [string, Project] => [
    id,
    { id, organization, model: [], trash: [] }
  ]
  const [owner, reader, stranger] = [newKey(), newKey(), newKey()]
  const world: World = {
    projects: new Map([project("ours", "us"), project("other", "us"), project("theirs", "them")]),
    principals: new Map([
      [owner, { name: "Owner", organization: "us", scopes: scopes.all }],
      [reader, { name: "Reader", organization: "us", scopes: scopes.read }],
      [stranger, { name: "Stranger", organization: "them", scopes: scopes.all }]
    ])
  }
  return {
    url: "http://toy.test",
    fetch: handlerOf(world),
    key: owner,
    projectId: "ours",
    readOnlyKey: reader,
    otherProjectId: "other",
    foreign: { key: stranger, projectId: "theirs" },
    makeKey: async (scopes) => {
      const key = newKey()
      world.principals.set(key, { name: "Key", organization: "us", scopes })
      return { key, revoke: async () => world.principals.delete(key) }
    }
  }
}
