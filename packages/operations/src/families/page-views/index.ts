import { PageView } from "@agent-operations/contract"
import type { Services } from "../../meaning.ts"
import { copy } from "../../verbs/copy.ts"
import { create } from "../../verbs/create.ts"
import { remove } from "../../verbs/delete.ts"
import { get } from "../../verbs/get.ts"
import { history } from "../../verbs/history.ts"
import { list } from "../../verbs/list.ts"
import { restore } from "../../verbs/restore.ts"
import { update } from "../../verbs/update.ts"
import { getPageViewDependencies } from "./dependencies.ts"
import { validatePageView } from "./validate.ts"

/** What the operations over page views mean. */
export const pageViews = (services: Services) => ({
  list_page_views: list(services, PageView),
  get_page_view: get(services, PageView),
  create_page_view: create(services, PageView),
  update_page_view: update(services, PageView),
  copy_page_view: copy(services, PageView),
  delete_page_view: remove(services, PageView),
  get_page_view_history: history(services, PageView),
  restore_page_view: restore(services, PageView),
  get_page_view_dependencies: getPageViewDependencies(services),
  validate_page_view: validatePageView(services)
})
