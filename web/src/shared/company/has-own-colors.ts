import { COLOR_DEFAULT, type CompanyProfile } from '@app/contracts/http/company.ts'

/** Whether a company has chosen at least one brand color. Colors that were not chosen have the default value. */
export const hasOwnColors = ({ color1, color2, color3 }: CompanyProfile): boolean =>
  [color1, color2, color3].some((color) => color !== '' && color.toLowerCase() !== COLOR_DEFAULT)
