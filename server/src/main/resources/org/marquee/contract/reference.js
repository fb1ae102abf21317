// Shows the contract with Swagger UI, made ready for trying things out: requests go to where this page comes from.
"use strict";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// Swagger UI fills in every example and default. A request with all optional parameters at once asks for nothing
// sensible, so those stay empty, and the days that are asked for are the coming ones.
function prepare(contract) {
  const now = new Date();
  now.setUTCMinutes(0, 0, 0);
  const coming = { startsAfter: now, startsBefore: new Date(now.getTime() + 24 * 3600 * 1000) };
  for (const path of Object.values(contract.paths)) {
    for (const parameter of path.get.parameters) {
      if (coming[parameter.name]) {
        parameter.example = coming[parameter.name].toISOString().replace(".000", "");
      } else if (parameter.required === false) {
        delete parameter.example;
        if (parameter["x-needs"] && "default" in parameter.schema) {
          parameter.description += ` Default: ${parameter.schema.default}.`;
          delete parameter.schema.default;
        }
      }
    }
  }
  for (const parameter of Object.values(contract.components.parameters)) delete parameter.example;
  return contract;
}

fetch("/openapi.json")
  .then((response) => response.json())
  .then((contract) =>
    SwaggerUIBundle({
      spec: prepare(contract),
      dom_id: "#reference",
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
      validatorUrl: null,
    }),
  );
