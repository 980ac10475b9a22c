/** The tests of the suite that formulas do not meet, by the difference of which each is a case: as docs/formulas.md lists them. */
export const differences: Readonly<Record<string, ReadonlyArray<string>>> = {
  "What is not there is null, and no error": [
    "fields/map_fields/map_key_mixed_numbers_lossy_double_key",
    "fields/map_fields/map_no_such_key",
    "fields/map_fields/map_no_such_key_or_false",
    "fields/map_fields/map_no_such_key_and_true",
    "fields/map_fields/map_bad_key_type",
    "fields/map_fields/map_bad_key_type_or_false",
    "fields/map_fields/map_bad_key_type_and_true",
    "lists/index/zero_based_double_error",
    "lists/index/index_out_of_bounds",
    "lists/index/index_out_of_bounds_or_false",
    "lists/index/index_out_of_bounds_and_true",
    "lists/index/bad_index_type",
    "lists/index/bad_index_type_or_false",
    "lists/index/bad_index_type_and_true"
  ],
  "A map with a key that is null is null": ["fields/qualified_identifier_resolution/map_key_null"],
  "The keys of a map are texts, as in JSON: a number is its digits": [
    "fields/qualified_identifier_resolution/map_key_float",
    "macros/exists_one/map_one"
  ],
  "`has` takes a path that begins with a variable": [
    "fields/map_has/has",
    "fields/map_has/has_not",
    "fields/map_has/has_empty"
  ],
  "Types are checked before a formula runs, also of what would not be computed": [
    "basic/variables/unbound_is_runtime_error",
    "basic/functions/unbound_is_runtime_error",
    "comparisons/eq_literal/not_eq_list_length",
    "comparisons/eq_literal/eq_list_elem_mixed_types",
    "logic/conditional/mixed_type",
    "logic/AND/short_circuit_type_left",
    "logic/AND/short_circuit_type_right",
    "logic/OR/short_circuit_type_left",
    "logic/OR/short_circuit_type_right"
  ],
  "The items of an empty list literal have no type to compute with": [
    "macros/exists/list_empty",
    "macros/all/list_empty",
    "macros/exists_one/list_empty",
    "macros/map/list_empty"
  ],
  "A `uint` equals no number of another type": [
    "comparisons/eq_literal/eq_list_mixed_type_numbers",
    "comparisons/eq_literal/eq_map_mixed_type_numbers",
    "comparisons/ne_literal/ne_mixed_types",
    "lists/in/uint_in_ints",
    "lists/in/uint_in_doubles",
    "lists/in/int_in_uints",
    "lists/in/double_in_uints"
  ],
  "An `int` and a `double` are compared exactly, however large they are": [
    "comparisons/lt_literal/not_lt_dyn_int_big_lossy_double",
    "comparisons/gt_literal/not_gt_dyn_big_double_int",
    "comparisons/lte_literal/lte_dyn_big_double_int",
    "comparisons/gte_literal/gte_dyn_int_big_lossy_double"
  ],
  "An integer that a formula yields is at most 2^53 - 1, so that JSON has it exactly": [
    "basic/self_eval_nonzeroish/self_eval_int_negative_min",
    "conversions/int/uint_max_exact",
    "conversions/int/double_big_exact",
    "conversions/int/double_big_precision",
    "conversions/uint/int_max",
    "conversions/uint/double_big_exact",
    "conversions/uint/double_big_precision"
  ],
  "A number that a formula yields is finite": [
    "fp_math/fp_math/divide_zero",
    "fp_math/fp_math/fp_overflow_positive",
    "fp_math/fp_math/fp_overflow_negative"
  ],
  "A timestamp has milliseconds, and what is finer is cut off": [
    "timestamps/timestamp_conversions/toString_timestamp_nanos",
    "timestamps/timestamp_arithmetic/add_time_to_duration_nanos_positive",
    "timestamps/timestamp_range/add_duration_nanos_over"
  ],
  "A duration has up to 10,000 years, and not 292": [
    "timestamps/timestamp_range/sub_time_duration_over",
    "timestamps/timestamp_range/sub_time_duration_under"
  ],
  "In a sum with a duration the timestamp stands first": ["timestamps/timestamp_arithmetic/add_time_to_duration"],
  "A number has a digit before its point, and a literal of bytes is never raw": [
    "comparisons/gt_literal/not_gt_double",
    "parse/bytes_literals/raw_single_quoted_escapes",
    "parse/bytes_literals/raw_double_quoted_escapes",
    "parse/bytes_literals/raw_triple_single_quoted_escapes",
    "parse/bytes_literals/raw_triple_double_quoted_escapes",
    "parse/bytes_literals/upper_raw_single_quoted_escapes",
    "parse/bytes_literals/upper_raw_double_quoted_escapes",
    "parse/bytes_literals/upper_raw_triple_single_quoted_escapes",
    "parse/bytes_literals/upper_raw_triple_double_quoted_escapes"
  ]
}
