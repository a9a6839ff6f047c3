// The types of texts with fields (language.js).

/** What a field is filled with: lists are joined, numbers are written as in the language. */
export type Value = string | number | string[];
/** A value for each field of a text, in the order of the fields; a language that needs another order writes a function. */
export type Values<Text extends string> = Text extends `${string}{${string}}${infer Rest}` ? [Value, ...Values<Rest>] : [];
/** A text by the plural form of its number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
