// What pages gain from a script; all of them work without it.
const zone = document.querySelector("[data-zone]");
if (zone && zone.dataset.other) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = (timeZone) => new Date().toLocaleTimeString("en", { timeZone });
  if (own && clock(own) !== clock(zone.dataset.zone)) {
    const note = document.createElement("strong");
    note.textContent = " " + zone.dataset.other.replace("{0}", own);
    zone.append(note);
  }
}
// The position is rounded to a hundredth of a degree before it leaves the browser.
for (const button of document.querySelectorAll("button[data-position]")) {
  button.hidden = !navigator.geolocation;
  button.addEventListener("click", () => {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const form = button.form;
      form.elements.lat.value = coords.latitude.toFixed(2);
      form.elements.lon.value = coords.longitude.toFixed(2);
      form.elements.q.value = "";
      form.requestSubmit();
    }, () => { button.textContent = button.dataset.position; });
  });
}
// The page around a frame is told the height of what is in it, where it asks for that.
if (document.body.className === "embed") {
  const page = document.documentElement;
  const tell = () => parent.postMessage({ height: Math.ceil(page.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(page);
}
// A file may be dropped anywhere on the page with the form, not only on its field.
const upload = document.querySelector("form.upload");
if (upload) {
  const over = (event) => {
    event.preventDefault();
    upload.classList.toggle("over", event.type === "dragover");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", over);
  addEventListener("drop", (event) => {
    over(event);
    if (event.dataTransfer.files.length === 1) {
      upload.elements.feed.files = event.dataTransfer.files;
      upload.requestSubmit();
    }
  });
}
// Examples of the reference and the guide name the address that they come from, so that they can be pasted.
for (const code of document.querySelectorAll(".here pre code")) {
  code.textContent = code.textContent.replaceAll("http://127.0.0.1:8080", location.origin);
}
