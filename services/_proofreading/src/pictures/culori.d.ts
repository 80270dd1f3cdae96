/** The functions of culori that `check-brand-colors.ts` uses. The package has no types of its own. */
declare module 'culori' {
  export function converter(mode: 'lch'): (color: string) => { l: number; c: number; h?: number } | undefined
  export function differenceCiede2000(): (a: string, b: string) => number
}
