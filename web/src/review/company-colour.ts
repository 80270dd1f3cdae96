import { hexOf, isHexColour, readableColour } from '../shared/ui/readable-text-color.ts'

/** Returns the page's background color in a theme, as #rrggbb. */
function paperIn(theme: 'light' | 'dark'): string {
  const probe = document.createElement('div')
  probe.style.colorScheme = theme
  probe.style.backgroundColor = 'var(--paper)'
  document.body.append(probe)
  const channels = getComputedStyle(probe).backgroundColor.match(/\d+/g) ?? []
  probe.remove()
  return hexOf(channels.slice(0, 3).map(Number))
}

/** Returns the company's color for text on the page's background, as a CSS color for both themes. Undefined without a color. */
export function companyColour(colour: string | null): string | undefined {
  if (!isHexColour(colour ?? undefined) || !colour) return undefined
  const [light, dark] = [readableColour(colour, paperIn('light')), readableColour(colour, paperIn('dark'))]
  if (CSS.supports('color', 'light-dark(red, red)')) return `light-dark(${light}, ${dark})`
  return matchMedia('(prefers-color-scheme: dark)').matches ? dark : light
}
