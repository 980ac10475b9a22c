import { copy } from "../../verbs/copy.ts"
import { create } from "../../verbs/create.ts"
import { remove } from "../../verbs/delete.ts"
import { get } from "../../verbs/get.ts"
import { history } from "../../verbs/history.ts"
import { list } from "../../verbs/list.ts"
import { restore } from "../../verbs/restore.ts"
import { update } from "../../verbs/update.ts"
import { getPageViewDependencies } from "./dependencies.ts"
import { PageView } from "./kind.ts"
import { validatePageView } from "./validate.ts"

/** The operations over page views. */
export const pageViews = [
  list(PageView),
  get(PageView),
  create(PageView),
  update(PageView),
  copy(PageView),
  remove(PageView),
  history(PageView),
  restore(PageView),
  getPageViewDependencies,
  validatePageView
] as const
