/** What page views and custom fields share. Source: the specification's table of scope families. */
export const viewScopes = {
  "views:read": "Read page views and custom fields, with their history.",
  "views:write": "Create, change and delete page views and custom fields."
} as const
