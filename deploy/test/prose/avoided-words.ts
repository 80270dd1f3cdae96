/** An expression that documents and comments do not use. The name is also the name of its rule in the budget. */
export interface AvoidedWord {
  name: string
  /** Regular expression of the words, where a space matches any white space. Default: the name as whole words. */
  pattern?: string
  use: string
}

/** Expressions that nearly always make a sentence harder to understand. Words that are often right, for example `yet`, are not listed. */
export const avoidedWords: readonly AvoidedWord[] = [
  { name: 'again and again', use: 'repeatedly' },
  {
    name: 'answers',
    pattern: 'answers(?= (?:an?|the|how|all|true|false|undefined|what|whether|which)\\b)',
    use: '“returns” or “responds with”',
  },
  { name: 'anybody', use: 'the role: any user, any caller' },
  { name: 'as it stands', use: '“unchanged” or “the current …”' },
  { name: 'break off', pattern: '(?:breaks?|broken?|breaking) off', use: '“abort” or “close the connection”' },
  { name: 'by itself', use: '“automatically” or “alone”' },
  { name: 'everybody', use: 'the role: all users, all admins' },
  { name: 'for good', use: '“permanently” or “final”' },
  { name: 'give back', pattern: '(?:gives?|gave|given|giving) back', use: '“return” or “release”' },
  { name: 'go by', pattern: '(?:go|goes|going|went) (?:by|on by)(?! (?:in|so)\\b)', use: '“use” or “depend on”' },
  { name: 'hang up', pattern: '(?:hangs?|hung|hanging) up', use: '“close the connection”' },
  { name: 'hear', pattern: '(?:hears?|heard)', use: '“receive”, “subscribe to” or “be notified of”' },
  { name: 'hold against', pattern: '(?:holds?|held|holding) against', use: '“check against” or “validate”' },
  {
    name: 'however many',
    pattern: 'however (?:few|large|late|long|many|much|often|old|small)',
    use: '“for any number of …” or “even if …”',
  },
  { name: 'in order to', use: '“to”' },
  { name: 'is to be', pattern: '(?:is|are|was|were) to be', use: '“must be”, or a verb in the present tense' },
  { name: 'let go of', pattern: 'lets? go of|letting go of', use: '“release”, “discard” or “delete”' },
  { name: 'likewise', use: '“also”' },
  { name: 'meanwhile', use: 'the duration: “during the migration”, “until the lock is released”' },
  { name: 'mended', pattern: 'mend(?:s|ed|ing)?', use: '“fixed”' },
  { name: 'nobody', pattern: 'nobody(?! (?:can|is)\\b)', use: 'the role: no user, no subscriber' },
  { name: 'so many', use: 'the number, “this many” or “at most … of them”' },
  { name: 'somebody', use: 'the role: a user, a visitor, an operator' },
  { name: 'stands', pattern: '(?<!as it )stands(?! (?:for|in|still|beside|below|between)\\b)', use: '“is” or “is stored”' },
  { name: 'tells', use: '“returns”, “reports” or “contains”' },
  { name: 'thereof', use: '“of it” or the noun' },
  { name: 'to whom', use: 'the noun: the recipient' },
  { name: 'told', use: '“notified”, “passed” or “configured”' },
  {
    name: 'tries',
    pattern: '(?:a|each|one|first|second|last|further|another|every|wrong|many|of) (?:try|tries)',
    use: '“attempt” or “retry”',
  },
  { name: 'whatever', use: 'the noun: “any value”, “regardless of …”' },
  { name: 'whoever', pattern: "whoever(?:['’]s)?", use: 'the role: the user that …, the owner' },
]
