/**
 * Stands in for typebox in the browser's bundle, which needs the contracts' addresses, texts and types, never their schemas:
 * the services check, the browser does not. Saves 11 kB (gzip) on every page. A builder that the contracts use and that is
 * missing here fails the build.
 */
const schema = () => ({})
const object = (properties: object) => ({ properties })

export {
  object as Object,
  schema as Array,
  schema as Boolean,
  schema as Integer,
  schema as Literal,
  schema as Null,
  schema as Number,
  schema as Optional,
  schema as Partial,
  schema as Record,
  schema as String,
  schema as Union,
  schema as Unknown,
  schema as Unsafe,
}
