/** The ID of the example custom field, which the example page view uses. */
export const exampleField = "cf_01k9x3kzq5f2sa8m7n4d6b3y0e"
