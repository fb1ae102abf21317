// Reads values and members that this version does not know with a generated client: new_values FILE
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	var answers struct {
		Showtimes openapi.ShowtimePage
		Coverage  openapi.Coverage
		Change    openapi.Change
	}
	if err == nil {
		err = json.Unmarshal(text, &answers)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	details := answers.Showtimes.Details[0]
	read := strings.Join([]string{details.Availability.Status, details.EndsAt.Basis,
		answers.Coverage.State, answers.Change.Change, answers.Change.Kind}, " ")
	fmt.Println("Go: " + read)
	if read != "returns_only guessed hazy split festival" {
		os.Exit(1)
	}
}
