/** Settings of reactions and jobs. Links in emails begin with `publicUrl`. Times are shown in `timeZone`. `now` is the business clock. */
export interface Settings {
  publicUrl: string
  timeZone: string
  now: () => Date
}
