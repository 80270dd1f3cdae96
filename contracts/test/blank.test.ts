import { describe, expect, it } from 'vitest'
import { isBlank } from '../src/rules/blank.ts'

describe('isBlank', () => {
  it.each(['', ' \t\n', '\u00a0', '\u200b\u200d', '\ufeff', '\u3164', '\u115f', '\u2800', '\u00ad', '\u034f', '\u180e', '\u{e0020}'])(
    'is true without a visible character: %j',
    (text) => expect(isBlank(text)).toBe(true),
  )

  it.each(['a', '0', '.', '​a​', '猫', '❤️', '👍🏽', 'ด'])('is false with a visible character: %j', (text) =>
    expect(isBlank(text)).toBe(false),
  )
})
