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

// The list begins with the programme, which most pages need. The forms of a list are told beside it, not listed again.
function arrange(contract) {
  const programme = contract.paths["/v1/programme"].get;
  programme.tags = ["Programme"];
  contract.tags.unshift({ name: "Programme", description: "What is on near a place, in one request." });
  for (const path of Object.keys(contract.paths)) {
    const list = contract.paths[path.replace(/\.csv$/, "")].get;
    if (path.endsWith(".csv")) {
      list.description += `\n\nAlso as CSV (\`${path}\`) and as lines of JSON (\`${path.replace(/csv$/, "ndjson")}\`), or by \`Accept\`.`;
      list.description += " There `all=true` asks for the whole list in one answer, without `limit` and `cursor`.";
    }
    if (/\.(csv|ndjson)$/.test(path)) delete contract.paths[path];
  }
  return contract;
}

// Opens the operation that the address names, and goes there once it is drawn.
function reveal(ui) {
  ui.getSystem().layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash));
  const [, tag, id] = location.hash.split("/");
  setTimeout(() => document.getElementById(`operations-${tag}-${id}`)?.scrollIntoView(), 0);
}

// Swagger UI would open a link to this page in another window.
addEventListener("click", (event) => {
  const link = event.target.closest("a[target=_blank]");
  if (link?.origin === location.origin && link.pathname === location.pathname) {
    event.preventDefault();
    location.hash = link.hash;
  }
});

fetch("/openapi.json")
  .then((response) => response.json())
  .then((contract) => {
    const ui = SwaggerUIBundle({
      spec: arrange(prepare(contract)),
      dom_id: "#reference",
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
      validatorUrl: null,
      onComplete: () => reveal(ui),
    });
    addEventListener("hashchange", () => reveal(ui));
  });
