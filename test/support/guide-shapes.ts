import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Checks of the components of an OpenAPI document, by name: each throws what is wrong with a value. */
export function compileShapes(document: {
  components: { schemas: object };
}): (name: string) => (value: unknown) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  return (name) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${name}`);
    if (!validate) throw new Error(`The API has no shape named ${name}.`);
    return (value) => {
      if (!validate(value)) throw new Error(ajv.errorsText(validate.errors, { separator: '\n' }));
    };
  };
}
