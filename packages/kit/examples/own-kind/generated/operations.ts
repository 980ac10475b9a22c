// Generated from the contract. Do not edit.
import { clientOf } from "@agent-operations/client"
import type { Families, Operations } from "./types.ts"

/** Each operation by family and method: its ID, its effect, how its list goes on, and which verb of a kind it is. */
export const operations = {
  pageViews: {
    list: { id: "list_page_views", effect: "read", paging: "cursor" },
    get: { id: "get_page_view", effect: "read" },
    create: { id: "create_page_view", effect: "write", verb: "create" },
    update: { id: "update_page_view", effect: "write", verb: "update" },
    copy: { id: "copy_page_view", effect: "write", verb: "copy" },
    delete: { id: "delete_page_view", effect: "destructive", verb: "delete" },
    history: { id: "get_page_view_history", effect: "read", paging: "before" },
    restore: { id: "restore_page_view", effect: "write", verb: "restore" },
    dependencies: { id: "get_page_view_dependencies", effect: "read" },
    deleted: { id: "list_deleted_page_views", effect: "read", paging: "cursor" },
    recover: { id: "recover_page_view", effect: "write" },
    validate: { id: "validate_page_view", effect: "read" }
  },
  customFields: {
    list: { id: "list_custom_fields", effect: "read", paging: "cursor" },
    get: { id: "get_custom_field", effect: "read" },
    create: { id: "create_custom_field", effect: "write", verb: "create" },
    update: { id: "update_custom_field", effect: "write", verb: "update" },
    copy: { id: "copy_custom_field", effect: "write", verb: "copy" },
    delete: { id: "delete_custom_field", effect: "destructive", verb: "delete" },
    history: { id: "get_custom_field_history", effect: "read", paging: "before" },
    restore: { id: "restore_custom_field", effect: "write", verb: "restore" },
    dependencies: { id: "get_custom_field_dependencies", effect: "read" },
    deleted: { id: "list_deleted_custom_fields", effect: "read", paging: "cursor" },
    recover: { id: "recover_custom_field", effect: "write" }
  },
  alertRules: {
    list: { id: "list_alert_rules", effect: "read", paging: "cursor" },
    get: { id: "get_alert_rule", effect: "read" },
    create: { id: "create_alert_rule", effect: "write", verb: "create" },
    update: { id: "update_alert_rule", effect: "write", verb: "update" },
    copy: { id: "copy_alert_rule", effect: "write", verb: "copy" },
    delete: { id: "delete_alert_rule", effect: "destructive", verb: "delete" },
    history: { id: "get_alert_rule_history", effect: "read", paging: "before" },
    restore: { id: "restore_alert_rule", effect: "write", verb: "restore" },
    dependencies: { id: "get_alert_rule_dependencies", effect: "read" },
    deleted: { id: "list_deleted_alert_rules", effect: "read", paging: "cursor" },
    recover: { id: "recover_alert_rule", effect: "write" }
  },
  alerts: {
    testAlert: { id: "test_alert", effect: "write" }
  }
} as const

/** Creates a client of these operations. */
export const createClient = /* @__PURE__ */ clientOf<Families, Operations>(operations)
