import { type ComponentProps, createContext, use } from 'react'
import styles from './Form.module.css'
import type { FormOf } from './use-form.ts'

const FormContext = createContext<unknown>(undefined)

/** The form that the component stands in, as far as it holds a `V`. */
export const useFormContext = <V extends object>() => use(FormContext) as FormOf<V>

export interface FormProps<V extends object> extends ComponentProps<'form'> {
  form: FormOf<V>
}

/** One field below the other, unless it has a class of its own. */
export function Form<V extends object>({ form, className = styles.form, ...element }: FormProps<V>) {
  return (
    <FormContext value={form}>
      <form className={className} noValidate onSubmit={form.submit} {...element} ref={form.element} />
    </FormContext>
  )
}
