import { describe, expect, it } from 'vitest'
import { cutCaption, networkRules, shownRatio } from './network-rules.ts'

describe('the crop of a single picture', () => {
  it.each([
    ['platform_insta', 1000, 2000, 0.8],
    ['platform_insta', 1080, 1080, 1],
    ['platform_insta', 3000, 1000, 1.91],
    ['platform_x', 900, 1600, 0.75],
    ['platform_x', 1600, 900, 16 / 9],
    ['platform_x', 3000, 1000, 2],
    ['platform_fb', 1000, 2000, 2 / 3],
    ['platform_fb', 3000, 1000, 3],
    ['platform_li', 4000, 1000, 3],
  ] as const)('%s shows a picture of %s × %s px with the ratio %s', (network, width, height, ratio) => {
    expect(shownRatio(networkRules[network], { width, height })).toBeCloseTo(ratio)
  })

  it('a picture of unknown size is shown as a square', () => {
    expect(shownRatio(networkRules.platform_insta, { width: null, height: null })).toBe(1)
  })
})

describe('the cut of a caption', () => {
  const limits = { characters: 20, lines: 2 }

  it('a caption within the limits is not cut', () => {
    expect(cutCaption('Fresh bread\nat seven', limits)).toBeUndefined()
    expect(cutCaption('', limits)).toBeUndefined()
  })

  it('a longer caption is cut between two words', () => {
    expect(cutCaption('Fresh bread every morning at seven', limits)).toBe('Fresh bread every')
    expect(cutCaption('Fresh bread everyone loves it', limits)).toBe('Fresh bread everyone')
  })

  it('a single long word is cut after the last character', () => {
    expect(cutCaption('x'.repeat(30), limits)).toBe('x'.repeat(20))
  })

  it('a caption with many lines is cut after the last line', () => {
    expect(cutCaption('One\nTwo\nThree', limits)).toBe('One\nTwo')
  })

  it('an emoji counts as one character and is not cut in half', () => {
    expect(cutCaption('🍞'.repeat(21), limits)).toBe('🍞'.repeat(20))
  })
})
