// Examples name the address that this page comes from, so that they can be pasted.
"use strict";

for (const address of document.querySelectorAll(".address")) address.textContent = location.origin;
