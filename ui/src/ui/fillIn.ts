import type { FormInstance } from 'antd';

/** Sets fields of a form and empties those that are undefined, which the types of a form know only as absent. */
export function fillIn<Values>(
  form: FormInstance<Values>,
  values: { [Name in keyof Values]?: Values[Name] | undefined },
): void {
  form.setFieldsValue(values as Parameters<FormInstance<Values>['setFieldsValue']>[0]);
}
