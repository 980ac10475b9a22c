import { copy } from "../../verbs/copy.ts"
import { create } from "../../verbs/create.ts"
import { remove } from "../../verbs/delete.ts"
import { get } from "../../verbs/get.ts"
import { history } from "../../verbs/history.ts"
import { list } from "../../verbs/list.ts"
import { restore } from "../../verbs/restore.ts"
import { update } from "../../verbs/update.ts"
import { CustomField } from "./kind.ts"

/** The operations over custom fields. */
export const customFields = [
  list(CustomField),
  get(CustomField),
  create(CustomField),
  update(CustomField),
  copy(CustomField),
  remove(CustomField),
  history(CustomField),
  restore(CustomField)
] as const
