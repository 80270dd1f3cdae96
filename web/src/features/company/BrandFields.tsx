import { brandImageFields } from '@app/contracts/http/company.ts'
import type { ComponentType, ReactNode } from 'react'
import { useFormContext } from '../../shared/form/Form.tsx'
import { ColourField } from '../../shared/ui/ColourField.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import styles from './BrandFields.module.css'
import type { FieldParts } from './field-parts.ts'
import { ColourSuggestions } from './logo/ColourSuggestions.tsx'
import { LogoField } from './logo/LogoField.tsx'
import { useLogoLook } from './logo/logo-look.ts'
import { colourFields } from './profile-fields.ts'
import type { ProfileForm } from './profile-form.ts'
import { BRAND_IMAGES_CAPTION, profileLabels } from './profile-labels.ts'

interface BrandFieldsProps {
  of: FieldParts
  /** Whether the fields begin with the logo. Default: true. */
  hasLogo?: boolean
  /** Component that is rendered around the optional fields, for example to hide them below a button. Default: nothing around the fields. */
  Optional?: ComponentType<{ children: ReactNode }>
}

const Unframed = ({ children }: { children: ReactNode }) => children

export function BrandFields({ of: parts, hasLogo = true, Optional = Unframed }: BrandFieldsProps) {
  const { text, values } = useFormContext<ProfileForm>()
  const { Text, Image } = parts
  const look = useLogoLook(values.logo)

  return (
    <div className={styles.brand}>
      {hasLogo && <LogoField of={parts} look={look} />}
      <Optional>
        <Text name="fontfamily">
          {(words) => (
            <Field
              label={profileLabels.fontfamily}
              {...words}
              hint="The name used on your website or in your brand guide"
              placeholder="Georgia"
              maxLength={100}
              {...text('fontfamily')}
            />
          )}
        </Text>
        <div className={styles.colours}>
          {colourFields.map((field) => (
            <div key={field.name}>
              <Text name={field.name}>{(words) => <ColourField label={field.label} {...words} {...text(field.name)} />}</Text>
              <ColourSuggestions of={field} colours={look?.colours ?? []} />
            </div>
          ))}
        </div>
        <fieldset>
          <legend className={styles.caption}>{BRAND_IMAGES_CAPTION}</legend>
          <div className={styles.images}>
            {brandImageFields.map((name) => (
              <Image key={name} name={name} />
            ))}
          </div>
        </fieldset>
      </Optional>
    </div>
  )
}
