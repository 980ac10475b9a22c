import type { Kind } from "../kind.ts"
import { copy } from "./copy.ts"
import { create } from "./create.ts"
import { remove } from "./delete.ts"
import { deleted } from "./deleted.ts"
import { dependencies } from "./dependencies.ts"
import { get } from "./get.ts"
import { history } from "./history.ts"
import { list } from "./list.ts"
import { recover } from "./recover.ts"
import { restore } from "./restore.ts"
import { update } from "./update.ts"

/**
 * The eleven operations over a kind, by the names that code calls them.
 *
 * @example
 * definitionVerbs(PageView).get.id // "get_page_view"
 */
export const definitionVerbs = <K extends Kind.Any>(kind: K) => ({
  list: list(kind),
  get: get(kind),
  create: create(kind),
  update: update(kind),
  copy: copy(kind),
  delete: remove(kind),
  history: history(kind),
  restore: restore(kind),
  dependencies: dependencies(kind),
  deleted: deleted(kind),
  recover: recover(kind)
})
