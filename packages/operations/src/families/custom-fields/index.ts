import { CustomField } from "@agent-operations/contract"
import type { Services } from "../../meaning.ts"
import { copy } from "../../verbs/copy.ts"
import { create } from "../../verbs/create.ts"
import { remove } from "../../verbs/delete.ts"
import { get } from "../../verbs/get.ts"
import { history } from "../../verbs/history.ts"
import { list } from "../../verbs/list.ts"
import { restore } from "../../verbs/restore.ts"
import { update } from "../../verbs/update.ts"

/** What the operations over custom fields mean. */
export const customFields = (services: Services) => ({
  list_custom_fields: list(services, CustomField),
  get_custom_field: get(services, CustomField),
  create_custom_field: create(services, CustomField),
  update_custom_field: update(services, CustomField),
  copy_custom_field: copy(services, CustomField),
  delete_custom_field: remove(services, CustomField),
  get_custom_field_history: history(services, CustomField),
  restore_custom_field: restore(services, CustomField)
})
