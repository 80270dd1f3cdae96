import { expect, test } from 'vitest'
import { linksOf } from '../src/content/links.ts'

test.each([
  ['See https://en.wikipedia.org/wiki/Columbia_(South_Carolina).', 'https://en.wikipedia.org/wiki/Columbia_(South_Carolina)'],
  ['(see https://pies.example/menu)', 'https://pies.example/menu'],
  ['(see https://pies.example/a_(b))', 'https://pies.example/a_(b)'],
  ['https://pies.example/a(b)c).', 'https://pies.example/a(b)c'],
  ['[https://pies.example/x[1]]!', 'https://pies.example/x[1]'],
  ['Really? https://pies.example/?q=1?!', 'https://pies.example/?q=1'],
])('the URL in %j ends where the address ends', (text, url) => expect(linksOf([text])).toEqual([url]))
